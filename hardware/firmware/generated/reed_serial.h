/* Made from hardware/wiring.yaml by `make wiring`; changes belong there. */
#ifndef GENERATED_REED_SERIAL_H
#define GENERATED_REED_SERIAL_H

#define BOARD_NAME "reed-serial"
/* Which wiring this is: the CRC-32 of all that the board does with it. */
#define BOARD_BUILD 0x86de593bUL
#define BOARD_SENSOR_REED 1

#define MATRIX_ROWS(USE) USE(D, 2) USE(D, 3) USE(D, 4) USE(D, 5) USE(D, 6) USE(D, 7) USE(B, 0) USE(B, 1)
#define MATRIX_COLUMNS(USE) USE(B, 2) USE(B, 3) USE(C, 0) USE(C, 1) USE(C, 2) USE(C, 3) USE(C, 4) USE(C, 5)
#define MATRIX_SETTLE_US 20

#define LED_DATA B, 4
#define LED_CORNERS 0, 7, 56, 63

#endif /* GENERATED_REED_SERIAL_H */
