/* Time since the start. Timer 1 runs freely and is looked at, so no time is lost while interrupts are off for the LEDs;
 * it must be looked at four times a second or more often. Timer 2 only wakes the processor, once a millisecond. */
#ifndef AVR_CLOCK_H
#define AVR_CLOCK_H

#include <avr/io.h>
#include <stdbool.h>
#include <stdint.h>

#define CLOCK_PRESCALER 64
#define TICKS_PER_MS (F_CPU / CLOCK_PRESCALER / 1000)

void clock_start(void);
uint32_t clock_ms(void);

/* Ticks of 4 us, modulo 65 536. */
static inline uint16_t clock_ticks(void)
{
    return TCNT1;
}

/* Whether a millisecond has begun since the last call. */
bool clock_take_beat(void);
/* Sleep until any interrupt, unless a beat waits to be taken. */
void clock_sleep_until_beat(void);

#endif
