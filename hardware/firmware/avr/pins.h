/* From the wiring's `PORT, BIT` pairs to registers. */
#ifndef AVR_PINS_H
#define AVR_PINS_H

#include <avr/io.h>

#define PORT_REGISTER_(port, bit) PORT##port
#define DDR_REGISTER_(port, bit) DDR##port
#define PIN_MASK_(port, bit) (1 << (bit))

/* The extra step lets a macro that stands for a pair fall apart into its two. */
#define PORT_REGISTER(pin) PORT_REGISTER_(pin)
#define DDR_REGISTER(pin) DDR_REGISTER_(pin)
#define PIN_MASK(pin) PIN_MASK_(pin)

#endif
