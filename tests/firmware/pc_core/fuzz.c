/* Throws frames, mutated frames and garbage at the core, at random times between random scans. It is compiled with the
 * sanitizers, which end it at the first access out of bounds and the first undefined operation. */
#include <stdio.h>
#include <stdlib.h>

#include "core/board.h"

void pc_start(uint16_t boots, uint32_t now_ms);
void pc_take(const uint8_t *bytes, unsigned count, uint32_t now_ms);
void pc_tick(uint32_t now_ms);
unsigned pc_sent(uint8_t *out, unsigned most);
#if BOARD_SENSOR_REED
void pc_scan(const uint8_t *rows, uint32_t now_ms);
#else
void pc_scan(const uint16_t *levels, uint32_t now_ms);
#endif

#define SESSIONS 3
#define LONGEST_GARBAGE 300

static uint32_t state;

static uint32_t below(uint32_t limit)
{
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    return state % limit;
}

static void mutate(uint8_t *bytes, unsigned count)
{
    for (unsigned times = below(3); count && times > 0; times--)
        bytes[below(count)] ^= 1u << below(8);
}

static uint8_t next_number;

/* A frame from the host that is often right: a known type, a likely session, the next number. */
static unsigned likely_frame(uint8_t *out)
{
    static uint8_t storage[128];
    struct ByteRing ring = BYTE_RING(storage);
    struct FrameWriter frame;
    uint8_t type = (uint8_t)(TYPE_GREET + below(7));
    frame_begin(&frame, &ring, type, (uint16_t)below(SESSIONS));
    unsigned left = below(58);
    if (type >= TYPE_PIXELS && left) {
        frame_u8(&frame, below(4) ? ++next_number : next_number);
        left = type == TYPE_PIXELS ? 1 + 3 * below(18) : type == TYPE_SETTINGS ? 4 : 0;
    } else if (type == TYPE_SEEN) {
        frame_u16(&frame, (uint16_t)below(300));
        left = 0;
    } else if (type == TYPE_GREET) {
        left = 2;
    }
    while (left-- > 0)
        frame_u8(&frame, (uint8_t)(below(2) ? below(70) : below(256)));
    frame_end(&frame);
    unsigned count = 0;
    while (ring_take(&ring, &out[count]))
        count++;
    return count;
}

static void feed(uint32_t now_ms)
{
    uint8_t bytes[LONGEST_GARBAGE];
    unsigned count;
    if (below(10)) {
        count = likely_frame(bytes);
        if (below(5) == 0)
            mutate(bytes, count);
    } else {
        count = below(LONGEST_GARBAGE);
        for (unsigned i = 0; i < count; i++)
            bytes[i] = (uint8_t)below(256);
    }
    pc_take(bytes, count, now_ms);
}

static void scan(uint32_t now_ms)
{
#if BOARD_SENSOR_REED
    static uint8_t rows[REED_ROWS];
    if (below(4) == 0)
        rows[below(REED_ROWS)] = (uint8_t)below(256);
    pc_scan(rows, now_ms);
#else
    static uint16_t levels[SENSOR_COUNT];
    for (unsigned times = below(40); times > 0; times--)
        levels[below(SENSOR_COUNT)] = (uint16_t)below(1024);
    pc_scan(levels, now_ms);
#endif
}

int main(int count, char **arguments)
{
    unsigned frames = count > 1 ? (unsigned)atoi(arguments[1]) : 1000;
    uint32_t now_ms = 0xFFFF0000u; /* the clock wraps around on the way */
    uint8_t sent[128];
    unsigned long long bytes = 0;
    state = count > 2 ? (uint32_t)atoi(arguments[2]) : 1;
    pc_start(1, now_ms);
    for (unsigned i = 0; i < frames; i++) {
        feed(now_ms);
        scan(now_ms);
        now_ms += below(100) ? below(5) : below(70000);
        pc_tick(now_ms);
        bytes += pc_sent(sent, below(sizeof sent));
    }
    printf("%u frames, %llu bytes of answer\n", frames, bytes);
    return 0;
}
