/* Bytes on their way between an interrupt and the main loop: one side only puts, the other only takes, and each index
 * is a single byte, so neither has to lock out the other. */
#ifndef CORE_BYTE_RING_H
#define CORE_BYTE_RING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

struct ByteRing {
    uint8_t *bytes;
    uint8_t mask;          /* size - 1; the size is a power of two up to 128 */
    volatile uint8_t head; /* where the next byte is put */
    volatile uint8_t tail; /* where the next byte is taken */
};

#define BYTE_RING(storage) {(storage), sizeof(storage) - 1, 0, 0}

/* Show the reader what was written up to `head`. The fence keeps the compiler from writing a byte only afterwards. */
static inline void ring_publish(struct ByteRing *ring, uint8_t head)
{
    atomic_signal_fence(memory_order_release);
    ring->head = head;
}

static inline uint8_t ring_free(const struct ByteRing *ring)
{
    return (uint8_t)(ring->tail - ring->head - 1) & ring->mask;
}

static inline bool ring_put(struct ByteRing *ring, uint8_t byte)
{
    uint8_t next = (uint8_t)(ring->head + 1) & ring->mask;
    if (next == ring->tail)
        return false;
    ring->bytes[ring->head] = byte;
    ring_publish(ring, next);
    return true;
}

static inline bool ring_take(struct ByteRing *ring, uint8_t *byte)
{
    uint8_t tail = ring->tail;
    if (tail == ring->head)
        return false;
    atomic_signal_fence(memory_order_acquire);
    *byte = ring->bytes[tail];
    atomic_signal_fence(memory_order_release); /* read before the writer may use the place again */
    ring->tail = (uint8_t)(tail + 1) & ring->mask;
    return true;
}

#endif
