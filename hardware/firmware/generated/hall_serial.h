/* Made from hardware/wiring.yaml by `make wiring`; changes belong there. */
#ifndef GENERATED_HALL_SERIAL_H
#define GENERATED_HALL_SERIAL_H

#define BOARD_NAME "hall-serial"
/* Which wiring this is: the CRC-32 of all that the board does with it. */
#define BOARD_BUILD 0x063cd86fUL
#define BOARD_SENSOR_HALL 1

#define MUX_SELECTS(USE) USE(D, 2) USE(D, 3) USE(D, 4) USE(D, 5)
#define MUX_ADC_CHANNELS 0, 1, 2, 3
#define MUX_SETTLE_US 10

#define LED_DATA B, 4
#define LED_CORNERS 0, 7, 56, 63

#endif /* GENERATED_HALL_SERIAL_H */
