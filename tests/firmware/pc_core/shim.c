/* The firmware's core with a strip that only remembers, for tests on a PC: one board at a time is all that they need. */
#include <stdlib.h>
#include <string.h>

#include "core/board.h"
#include "core/crc16.h"
#include "core/fault_pattern.h"
#include "core/strip.h"

static struct Board board;
static uint8_t sending_bytes[128];
static struct ByteRing sending = BYTE_RING(sending_bytes);

static uint8_t leds[PICTURE_SIZE];
static unsigned led_bytes, led_frames;

void strip_begin(void)
{
    led_bytes = 0;
}

/* As avr/strip.c does it. */
void strip_send(const uint8_t *bytes, uint8_t count, uint8_t scale)
{
    for (uint8_t i = 0; i < count; i++)
        leds[led_bytes++] = (uint8_t)((bytes[i] * scale + bytes[i]) >> 8);
}

void strip_end(void)
{
    if (led_bytes != PICTURE_SIZE)
        abort();
    led_frames++;
}

void pc_start(uint16_t boots, uint32_t now_ms)
{
    memset(&board, 0, sizeof board);
    sending.head = sending.tail = 0;
    led_frames = 0;
    memset(leds, 0, sizeof leds);
    board_start(&board, &sending, boots, now_ms);
}

void pc_take(const uint8_t *bytes, unsigned count, uint32_t now_ms)
{
    for (unsigned i = 0; i < count; i++)
        board_take_byte(&board, bytes[i], now_ms);
}

void pc_tick(uint32_t now_ms)
{
    board_tick(&board, now_ms);
}

#if BOARD_SENSOR_REED
void pc_scan(const uint8_t *rows, uint32_t now_ms)
{
    board_take_scan(&board, rows, now_ms);
}
#else
void pc_scan(const uint16_t *levels, uint32_t now_ms)
{
    for (uint8_t sensor = 0; sensor < SENSOR_COUNT; sensor++)
        board_take_level(&board, sensor, levels[sensor], now_ms);
    board_count_scan(&board);
}
#endif

/* Move at most `most` bytes that are sent to `out`. */
unsigned pc_sent(uint8_t *out, unsigned most)
{
    unsigned count = 0;
    while (count < most && ring_take(&sending, &out[count]))
        count++;
    return count;
}

/* Copy what the strip shows; return how often it was written. */
unsigned pc_leds(uint8_t *out)
{
    memcpy(out, leds, sizeof leds);
    return led_frames;
}

void pc_count_overruns(uint16_t bytes)
{
    board.bytes_overrun += bytes;
}

uint16_t pc_crc(const uint8_t *bytes, unsigned count)
{
    uint16_t crc = CRC16_START;
    for (unsigned i = 0; i < count; i++)
        crc = crc16_add(crc, bytes[i]);
    return crc;
}

/* Decode a stream: bodies one after another into `out`, each after a byte with its length; `garbage` counts the rest. */
unsigned pc_decode(const uint8_t *bytes, unsigned count, uint8_t *out, unsigned *garbage)
{
    struct FrameDecoder decoder;
    unsigned written = 0;
    decoder_start(&decoder);
    *garbage = 0;
    for (unsigned i = 0; i < count; i++) {
        enum Decoded decoded = decoder_take(&decoder, bytes[i]);
        *garbage += decoded == DECODED_GARBAGE;
        if (decoded != DECODED_FRAME)
            continue;
        out[written++] = decoder.body_length;
        memcpy(out + written, decoder.body, decoder.body_length);
        written += decoder.body_length;
    }
    return written;
}

uint8_t pc_current_scale(uint16_t colour_sum, uint16_t most_ma)
{
    return current_scale(colour_sum, most_ma);
}

uint8_t pc_fault_level(uint32_t now_ms)
{
    return fault_level(now_ms);
}
