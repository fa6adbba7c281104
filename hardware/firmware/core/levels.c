/* Readings of a Hall board: the ADC steps of each sensor. */
#include "core/board.h"
#include "core/crc16.h"

const uint8_t readings_state_type = TYPE_LEVELS;
const uint8_t readings_kind = KIND_HALL;

uint16_t readings_get(const struct Readings *readings, uint8_t sensor)
{
    return readings->levels[sensor];
}

void readings_set(struct Readings *readings, uint8_t sensor, uint16_t reading)
{
    readings->levels[sensor] = reading;
}

void readings_write_state(struct FrameWriter *frame, const struct Readings *readings, uint16_t number, uint8_t part)
{
    uint8_t first = part * LEVELS_PER_FRAME;
    frame_u16(frame, number);
    frame_u8(frame, first);
    for (uint8_t i = 0; i < LEVELS_PER_FRAME; i++)
        frame_u16(frame, readings->levels[first + i]);
}

uint16_t told_digest_readings(const struct Told *told, uint16_t crc, uint8_t changes)
{
    for (uint8_t sensor = 0; sensor < SENSOR_COUNT; sensor++)
        crc = crc16_add_word(crc, told_reading(told, sensor, changes));
    return crc;
}

static bool is_beyond_dead_band(uint16_t level, uint16_t told, uint8_t dead_band)
{
    uint16_t distance = level > told ? level - told : told - level;
    return distance >= dead_band;
}

/* A level that finds no room, or comes while a State is on its way, is found again by the next scan. */
void board_take_level(struct Board *board, uint8_t sensor, uint16_t level, uint32_t now_ms)
{
    struct Told *told = &board->told;
    if (board->session == 0)
        readings_set(&told->acknowledged, sensor, level);
    else if (!board_sends_state(board) && !queue_is_full(&told->queue)
             && is_beyond_dead_band(level, told_reading(told, sensor, told->queue.count), board->settings.dead_band))
        told_add(told, sensor, level, now_ms);
}

void board_count_scan(struct Board *board)
{
    board->scans++;
}
