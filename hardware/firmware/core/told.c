#include "core/told.h"

#include "core/crc16.h"

uint16_t told_reading(const struct Told *told, uint8_t sensor, uint8_t changes)
{
    const struct Change *change = queue_newest_of(&told->queue, sensor, changes);
    return change ? change->reading : readings_get(&told->acknowledged, sensor);
}

void told_add(struct Told *told, uint8_t sensor, uint16_t reading, uint32_t now_ms)
{
    queue_put(&told->queue, (struct Change){sensor, reading, now_ms});
    told->last++;
}

static void acknowledge_oldest(struct Told *told, uint8_t count)
{
    for (uint8_t i = 0; i < count; i++) {
        const struct Change *change = &told->queue.changes[i];
        readings_set(&told->acknowledged, change->sensor, change->reading);
    }
    queue_drop_oldest(&told->queue, count);
}

uint8_t told_acknowledge(struct Told *told, uint16_t number)
{
    /* Modulo 65 536, so that a number from before those that wait is a very large count. */
    uint16_t count = (uint16_t)(number - told_acknowledged_number(told));
    if (count > told->queue.count)
        return 0;
    acknowledge_oldest(told, (uint8_t)count);
    return (uint8_t)count;
}

void told_acknowledge_all(struct Told *told)
{
    acknowledge_oldest(told, told->queue.count);
}

uint16_t told_digest(const struct Told *told, uint16_t session, uint8_t changes)
{
    uint16_t crc = crc16_add_word(CRC16_START, session);
    crc = crc16_add_word(crc, (uint16_t)(told_acknowledged_number(told) + changes));
    return told_digest_readings(told, crc, changes);
}
