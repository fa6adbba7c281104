/* Four multiplexers show one of their sixteen sensors each; the converter reads the four one after another. */
#include <avr/interrupt.h>
#include <avr/io.h>
#include <avr/sleep.h>
#include <util/delay.h>

#include BOARD_HEADER
#include "avr/pins.h"
#include "avr/sensors.h"

#define CHANNELS 16
#define MUXES (SENSOR_COUNT / CHANNELS)
#define DIGITAL_ADC_PINS 6 /* ADC6 and ADC7 have no digital input */
#define REFERENCE_SUPPLY _BV(REFS0)
/* 16 MHz / 64 = 250 kHz. The data sheet promises errors below 2 steps up to 200 kHz and below 4.5 at 1 MHz; a board that
 * is read twice as often is worth the tenth of a step that lies between. */
#define CONVERTER_ON (_BV(ADEN) | _BV(ADIE) | _BV(ADPS2) | _BV(ADPS1))

#define MAKE_OUTPUT(port, bit) DDR##port |= _BV(bit);
#define SET_SELECT(port, bit)                \
    if (channel & 1)                         \
        PORT##port |= _BV(bit);              \
    else                                     \
        PORT##port &= (uint8_t)~_BV(bit);    \
    channel >>= 1;

static const uint8_t adc_channels[MUXES] = {MUX_ADC_CHANNELS};
static uint8_t next_channel;

EMPTY_INTERRUPT(ADC_vect) /* it only ends the sleep */

static void select_channel(uint8_t channel)
{
    MUX_SELECTS(SET_SELECT)
    _delay_us(MUX_SETTLE_US);
}

/* Asleep the processor makes no noise; bytes of the line wake it and it goes back to sleep. */
static uint16_t convert(uint8_t adc_channel)
{
    ADMUX = REFERENCE_SUPPLY | adc_channel;
    ADCSRA = CONVERTER_ON | _BV(ADSC);
    for (;;) {
        cli();
        if (!(ADCSRA & _BV(ADSC)))
            break;
        sleep_enable();
        sei();
        sleep_cpu();
        sleep_disable();
    }
    sei();
    return ADC;
}

static void read_channel(struct Board *board, uint8_t channel, uint32_t now_ms)
{
    select_channel(channel);
    for (uint8_t mux = 0; mux < MUXES; mux++)
        board_take_level(board, (uint8_t)(CHANNELS * mux + channel), convert(adc_channels[mux]), now_ms);
}

/* At half the supply a digital input would draw current and make noise. */
static void disconnect_digital_inputs(void)
{
    for (uint8_t mux = 0; mux < MUXES; mux++)
        if (adc_channels[mux] < DIGITAL_ADC_PINS)
            DIDR0 |= (uint8_t)(1 << adc_channels[mux]);
}

void sensors_start(struct Board *board)
{
    MUX_SELECTS(MAKE_OUTPUT)
    disconnect_digital_inputs();
    for (uint8_t channel = 0; channel < CHANNELS; channel++)
        read_channel(board, channel, 0);
}

void sensors_poll(struct Board *board, uint32_t now_ms)
{
    read_channel(board, next_channel, now_ms);
    next_channel = (next_channel + 1) % CHANNELS;
    if (next_channel == 0)
        board_count_scan(board);
}

void sensors_rest(void)
{
    /* There is always a next channel to read. */
}
