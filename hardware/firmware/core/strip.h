/* What the core needs of an LED strip; avr/strip.c drives a real one. */
#ifndef CORE_STRIP_H
#define CORE_STRIP_H

#include <stdint.h>

/* Interrupts are off from begin to end. */
void strip_begin(void);
/* Send bytes, each scaled as picture.h says. One that is called right after another goes on where that one ended. */
void strip_send(const uint8_t *bytes, uint8_t count, uint8_t scale);
void strip_end(void);

#endif
