/* Rows are driven low one at a time and float otherwise; a closed reed pulls its column low through its diode. */
#include <avr/io.h>
#include <util/delay.h>

#include BOARD_HEADER
#include "avr/clock.h"
#include "avr/pins.h"
#include "avr/sensors.h"

#define SCANS_TO_SETTLE 3 /* as many as the debouncer wants to see alike */

#define PULL_UP(port, bit) PORT##port |= _BV(bit);
#define ADD_COLUMN(port, bit)        \
    columns >>= 1;                   \
    if (!(PIN##port & _BV(bit)))     \
        columns |= 0x80;
#define SCAN_ROW(port, bit)          \
    DDR##port |= _BV(bit);           \
    _delay_us(MATRIX_SETTLE_US);     \
    *row++ = read_columns();         \
    DDR##port &= (uint8_t)~_BV(bit);

/* The first column becomes bit 0. */
static uint8_t read_columns(void)
{
    uint8_t columns = 0;
    MATRIX_COLUMNS(ADD_COLUMN)
    return columns;
}

static void scan(struct Board *board, uint32_t now_ms)
{
    uint8_t rows[REED_ROWS];
    uint8_t *row = rows;
    MATRIX_ROWS(SCAN_ROW)
    board_take_scan(board, rows, now_ms);
}

void sensors_start(struct Board *board)
{
    MATRIX_COLUMNS(PULL_UP)
    for (uint8_t i = 0; i < SCANS_TO_SETTLE; i++)
        scan(board, clock_ms());
}

void sensors_poll(struct Board *board, uint32_t now_ms)
{
    if (clock_take_beat())
        scan(board, now_ms);
}

void sensors_rest(void)
{
    clock_sleep_until_beat();
}
