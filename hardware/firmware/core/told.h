/* What the host was told, and the proof of it. The readings that it has acknowledged and the changes on the way to it
 * are kept; what it was told last about a sensor follows from both. */
#ifndef CORE_TOLD_H
#define CORE_TOLD_H

#include "core/change_queue.h"
#include "core/readings.h"

struct Told {
    struct Readings acknowledged;
    struct ChangeQueue queue;
    uint16_t last; /* number of the last change made */
    uint16_t lost; /* changes that the host was never told of */
};

/* What the host was told of a sensor, after the oldest `changes` of those that wait. */
uint16_t told_reading(const struct Told *told, uint8_t sensor, uint8_t changes);
/* The queue must not be full. */
void told_add(struct Told *told, uint8_t sensor, uint16_t reading, uint32_t now_ms);
/* Forget the changes up to `number`; return how many these were. Numbers that do not wait change nothing. */
uint8_t told_acknowledge(struct Told *told, uint16_t number);
/* Take all that waits as told: a State will say it. */
void told_acknowledge_all(struct Told *told);
uint16_t told_digest(const struct Told *told, uint16_t session, uint8_t changes);

/* Number of the last change before those that wait. */
static inline uint16_t told_acknowledged_number(const struct Told *told)
{
    return (uint16_t)(told->last - told->queue.count);
}

/* The readings' part of the digest, in reeds.c and levels.c. */
uint16_t told_digest_readings(const struct Told *told, uint16_t crc, uint8_t changes);

#endif
