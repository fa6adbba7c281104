/* Readings of a reed board: one bit for each sensor. */
#include "core/board.h"
#include "core/crc16.h"

const uint8_t readings_state_type = TYPE_REEDS;
const uint8_t readings_kind = KIND_REED;

static uint8_t bit_of(uint8_t sensor)
{
    return (uint8_t)(1 << (sensor % 8));
}

uint16_t readings_get(const struct Readings *readings, uint8_t sensor)
{
    return (readings->bits[sensor / 8] & bit_of(sensor)) != 0;
}

void readings_set(struct Readings *readings, uint8_t sensor, uint16_t reading)
{
    if (reading)
        readings->bits[sensor / 8] |= bit_of(sensor);
    else
        readings->bits[sensor / 8] &= (uint8_t)~bit_of(sensor);
}

void readings_write_state(struct FrameWriter *frame, const struct Readings *readings, uint16_t number, uint8_t part)
{
    (void)part; /* there is only one */
    frame_u16(frame, number);
    for (uint8_t i = 0; i < sizeof readings->bits; i++)
        frame_u8(frame, readings->bits[i]);
}

/* The readings as the host was told them, after the oldest `changes` of those that wait. */
static struct Readings told_readings(const struct Told *told, uint8_t changes)
{
    struct Readings readings = told->acknowledged;
    for (uint8_t i = 0; i < changes; i++)
        readings_set(&readings, told->queue.changes[i].sensor, told->queue.changes[i].reading);
    return readings;
}

uint16_t told_digest_readings(const struct Told *told, uint16_t crc, uint8_t changes)
{
    struct Readings readings = told_readings(told, changes);
    for (uint8_t i = 0; i < sizeof readings.bits; i++)
        crc = crc16_add(crc, readings.bits[i]);
    return crc;
}

/* One change more than can wait: all of them are lost, and a State says what came of them. */
static void lose_all(struct Board *board, uint8_t sensor, uint16_t reading)
{
    struct Told *told = &board->told;
    told->lost += told->queue.count + 1u;
    told->last += 1; /* the one that found no room has a number too */
    board_begin_anew(board);
    readings_set(&told->acknowledged, sensor, reading);
}

static void take_difference(struct Board *board, uint8_t sensor, uint16_t reading, uint32_t now_ms)
{
    if (board->session == 0)
        readings_set(&board->told.acknowledged, sensor, reading);
    else if (queue_is_full(&board->told.queue))
        lose_all(board, sensor, reading);
    else
        told_add(&board->told, sensor, reading, now_ms);
}

/* While a State is on its way nothing is told: what differs then is found again by the next scan. */
static void take_row(struct Board *board, uint8_t row, uint8_t different, uint32_t now_ms)
{
    uint8_t settled = board->debouncer.settled[row];
    for (uint8_t column = 0; column < 8 && !board_sends_state(board); column++)
        if (different >> column & 1)
            take_difference(board, (uint8_t)(8 * row + column), settled >> column & 1, now_ms);
}

void board_take_scan(struct Board *board, const uint8_t scan[REED_ROWS], uint32_t now_ms)
{
    board->scans++;
    debouncer_take(&board->debouncer, scan);
    struct Readings told = told_readings(&board->told, board->told.queue.count);
    for (uint8_t row = 0; row < REED_ROWS; row++) {
        uint8_t different = (uint8_t)(board->debouncer.settled[row] ^ told.bits[row]);
        if (different)
            take_row(board, row, different, now_ms);
    }
}
