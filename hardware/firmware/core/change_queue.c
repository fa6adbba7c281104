#include "core/change_queue.h"

#include <string.h>

void queue_put(struct ChangeQueue *queue, struct Change change)
{
    queue->changes[queue->count++] = change;
}

void queue_drop_oldest(struct ChangeQueue *queue, uint8_t count)
{
    queue->count -= count;
    memmove(queue->changes, queue->changes + count, queue->count * sizeof queue->changes[0]);
}

const struct Change *queue_newest_of(const struct ChangeQueue *queue, uint8_t sensor, uint8_t among)
{
    for (const struct Change *change = queue->changes + among; change-- != queue->changes;)
        if (change->sensor == sensor)
            return change;
    return 0;
}
