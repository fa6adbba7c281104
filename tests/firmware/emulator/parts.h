/* The parts around the emulated microcontroller. All times are cycles of its clock. */
#ifndef PARTS_H
#define PARTS_H

#include <stdbool.h>
#include <stdint.h>

#include <sim_avr.h>

#define CLOCK_HZ 16000000
#define CYCLES_PER_US (CLOCK_HZ / 1000000)
#define SENSORS 64
#define LEDS 64

struct Pin {
    char port; /* 'B', 'C' or 'D' */
    int bit;
};

/* "B4" */
struct Pin parse_pin(const char *text);

/* --- pins.c: what the firmware does to its pins --- */

void pins_connect(avr_t *avr);
bool pin_is_output(const avr_t *avr, struct Pin pin);
/* What the firmware has written to the pin: the level of an output, the pull-up of an input. */
bool pin_is_set(const avr_t *avr, struct Pin pin);

/* --- sensors.c: the diode matrix, or the multiplexers --- */

struct SensorWiring {
    bool hall;
    bool diodes;
    struct Pin rows[8], columns[8]; /* reed */
    struct Pin selects[4];          /* Hall */
    int adc_channels[4];
};

void sensors_connect(avr_t *avr, const struct SensorWiring *wiring);
void sensors_reset(void);
void sensors_set(int sensor, int value, int bounce_us);
/* Some pin was written. */
void sensors_pins_changed(void);
/* What the parts put on the pins of a port. */
uint8_t sensors_read_port(char port);
uint64_t sensors_scans(void);

/* --- led_strip.c: 64 WS2812B --- */

void strip_connect(avr_t *avr, struct Pin data);
void strip_reset(void);
void strip_pins_changed(void);
void strip_print_statistics(void);

/* --- uart.c: the serial port, with the real one's two bytes of buffer --- */

/* How often in a thousand a byte on the line is flipped, lost, doubled. */
struct LineErrors {
    int flip, lose, twice;
};

void uart_connect(avr_t *avr, void (*sent)(uint8_t byte));
void uart_reset(void);
void uart_set_errors(struct LineErrors errors, uint32_t seed);
/* A byte from the host; it takes its 40 us on the line after those before it. */
void uart_receive(uint8_t byte);
bool uart_has_room(void);
void uart_print_statistics(void);

/* --- host.c: the pseudo-terminal that a program opens as the port --- */

void host_plug(const char *link);
void host_unplug(const char *link);
/* The descriptor to wait for, or -1. */
int host_descriptor(void);
bool host_is_plugged(void);
bool host_is_open(void);
/* Since the last call. */
bool host_was_opened(void);
void host_write(uint8_t byte);
/* Give what the host has written to the UART. */
void host_pump(void);

#endif
