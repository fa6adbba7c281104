#include "avr/clock.h"

#include <avr/interrupt.h>
#include <avr/sleep.h>

static volatile bool beat;

void clock_start(void)
{
    TCCR1A = 0;
    TCCR1B = _BV(CS11) | _BV(CS10); /* by 64 */
    TCCR2A = _BV(WGM21);            /* count to OCR2A */
    TCCR2B = _BV(CS22);             /* by 64 */
    OCR2A = TICKS_PER_MS - 1;
    TIMSK2 = _BV(OCIE2A);
    set_sleep_mode(SLEEP_MODE_IDLE);
}

ISR(TIMER2_COMPA_vect)
{
    beat = true;
}

uint32_t clock_ms(void)
{
    static uint32_t ms;
    static uint16_t counted_until;
    uint16_t whole_ms = (uint16_t)(clock_ticks() - counted_until) / TICKS_PER_MS;
    counted_until += whole_ms * TICKS_PER_MS;
    ms += whole_ms;
    return ms;
}

bool clock_take_beat(void)
{
    bool taken = beat;
    beat = false;
    return taken;
}

void clock_sleep_until_beat(void)
{
    cli();
    if (!beat) {
        sleep_enable();
        sei(); /* takes effect after the next instruction, so no interrupt slips in before the sleep */
        sleep_cpu();
        sleep_disable();
    }
    sei();
}
