/* Reeds in a matrix of wires, or Hall sensors behind four 74HC4067. */
#include "parts.h"

#include <stdio.h>

#include <avr_adc.h>

/* A released column is pulled up by the 20..50 kOhm inside the microcontroller against the capacity of its wires. */
#define RISE_CYCLES (8 * CYCLES_PER_US)
/* A driven one falls faster, but not before the next instruction. */
#define FALL_CYCLES 4
/* After its select lines change, a multiplexer shows the old channel for so long. */
#define MUX_CYCLES (5 * CYCLES_PER_US)
/* Contacts that bounce open and close about so often. */
#define BOUNCE_CYCLES (90 * CYCLES_PER_US)

#define CHANNELS 16
#define SUPPLY_MV 5000
#define FULL_SCALE 1023

static avr_t *avr;
static struct SensorWiring wiring;

static int values[SENSORS]; /* 0 or 1, or ADC steps */
static avr_cycle_count_t bounces_until[SENSORS], last_bounce;

/* Rows and columns are bits of a byte. */
static uint8_t closed[8]; /* contacts of each row that are closed and have settled */
static uint8_t rows_low, columns_pulled;
static avr_cycle_count_t column_changed_at[8];
static bool contacts_moved;
static uint64_t row_drives;

static int channel, channel_before;
static avr_cycle_count_t channel_changed_at;
static uint64_t conversions;

/* Any fixed scrambling of the time does: contacts chatter without a pattern. */
static bool chatters(int sensor, avr_cycle_count_t now)
{
    return ((now / BOUNCE_CYCLES) * 2654435761u + (unsigned)sensor * 40503u) >> 13 & 1;
}

static void move_contacts(void)
{
    for (int sensor = 0; sensor < SENSORS; sensor++) {
        bool is_closed = avr->cycle < bounces_until[sensor] ? chatters(sensor, avr->cycle) : values[sensor] != 0;
        uint8_t bit = 1 << sensor % 8;
        closed[sensor / 8] = is_closed ? closed[sensor / 8] | bit : closed[sensor / 8] & ~bit;
    }
    contacts_moved = avr->cycle < last_bounce;
}

static uint8_t columns_pulled_by(uint8_t low)
{
    uint8_t pulled = 0;
    for (int row = 0; row < 8; row++)
        if (low >> row & 1)
            pulled |= closed[row];
    return pulled;
}

/* Without diodes current also flows from a low row through its columns to other rows, and on from there. */
static uint8_t pulled_columns(void)
{
    uint8_t low = rows_low, pulled = columns_pulled_by(low);
    for (int again = 0; again < 8 && !wiring.diodes; again++) {
        for (int row = 0; row < 8; row++)
            if (closed[row] & pulled)
                low |= 1 << row;
        pulled = columns_pulled_by(low);
    }
    return pulled;
}

static void settle_columns(void)
{
    uint8_t pulled = pulled_columns();
    for (int column = 0; column < 8; column++)
        if ((pulled ^ columns_pulled) >> column & 1)
            column_changed_at[column] = avr->cycle;
    columns_pulled = pulled;
}

static bool column_reads_high(int column)
{
    avr_cycle_count_t since = avr->cycle - column_changed_at[column];
    if (columns_pulled >> column & 1)
        return since < FALL_CYCLES;
    return since >= RISE_CYCLES && pin_is_set(avr, wiring.columns[column]);
}

static void rows_changed(void)
{
    uint8_t low = 0;
    for (int row = 0; row < 8; row++) {
        if (!pin_is_output(avr, wiring.rows[row]))
            continue;
        if (pin_is_set(avr, wiring.rows[row]))
            printf("bad row %d driven high\n", row);
        else
            low |= 1 << row;
    }
    if (low == rows_low)
        return;
    row_drives += __builtin_popcount(low & ~rows_low);
    rows_low = low;
    settle_columns();
}

static void selects_changed(void)
{
    int now = 0;
    for (int bit = 0; bit < 4; bit++)
        now |= (pin_is_output(avr, wiring.selects[bit]) && pin_is_set(avr, wiring.selects[bit])) << bit;
    if (now == channel)
        return;
    channel_before = channel;
    channel = now;
    channel_changed_at = avr->cycle;
}

void sensors_pins_changed(void)
{
    if (wiring.hall)
        selects_changed();
    else
        rows_changed();
}

uint8_t sensors_read_port(char port)
{
    uint8_t value = 0;
    if (wiring.hall)
        return value;
    if (contacts_moved) {
        move_contacts();
        settle_columns();
    }
    for (int column = 0; column < 8; column++)
        if (wiring.columns[column].port == port && column_reads_high(column))
            value |= 1 << wiring.columns[column].bit;
    return value;
}

static void convert(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq;
    (void)param;
    union {
        avr_adc_mux_t mux;
        uint32_t value;
    } request = {.value = value};
    int seen = avr->cycle - channel_changed_at < MUX_CYCLES ? channel_before : channel;
    for (int mux = 0; mux < 4; mux++)
        if (wiring.adc_channels[mux] == (int)request.mux.src) {
            int steps = values[CHANNELS * mux + seen];
            int millivolts = (steps * SUPPLY_MV + FULL_SCALE - 1) / FULL_SCALE;
            avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, (int)request.mux.src), millivolts);
        }
    conversions++;
}

void sensors_set(int sensor, int value, int bounce_us)
{
    values[sensor] = value;
    bounces_until[sensor] = avr->cycle + (avr_cycle_count_t)bounce_us * CYCLES_PER_US;
    if (bounces_until[sensor] > last_bounce)
        last_bounce = bounces_until[sensor];
    contacts_moved = true;
}

uint64_t sensors_scans(void)
{
    return wiring.hall ? conversions / SENSORS : row_drives / 8;
}

void sensors_reset(void)
{
    rows_low = columns_pulled = 0;
    channel = channel_before = 0;
}

void sensors_connect(avr_t *board, const struct SensorWiring *as_wired)
{
    avr = board;
    wiring = *as_wired;
    avr->vcc = avr->avcc = avr->aref = SUPPLY_MV;
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_ADC_GETIRQ, ADC_IRQ_OUT_TRIGGER), convert, NULL);
}
