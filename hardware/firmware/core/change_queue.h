/* Changes that the host has not acknowledged, oldest first. */
#ifndef CORE_CHANGE_QUEUE_H
#define CORE_CHANGE_QUEUE_H

#include <stdbool.h>
#include <stdint.h>

#include "core/protocol.h"

struct Change {
    uint8_t sensor;
    uint16_t reading;
    uint32_t made_at; /* ms */
};

struct ChangeQueue {
    struct Change changes[QUEUE_LIMIT];
    uint8_t count;
};

static inline bool queue_is_full(const struct ChangeQueue *queue)
{
    return queue->count == QUEUE_LIMIT;
}

/* The queue must not be full. */
void queue_put(struct ChangeQueue *queue, struct Change change);
void queue_drop_oldest(struct ChangeQueue *queue, uint8_t count);
/* The newest change of a sensor among the oldest `among`, or none. */
const struct Change *queue_newest_of(const struct ChangeQueue *queue, uint8_t sensor, uint8_t among);

#endif
