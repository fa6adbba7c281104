#include "core/fault_pattern.h"

#include BOARD_HEADER
#include "core/strip.h"

#define CORNERS 4
#define PULSE_MS 2048u /* a power of two divides the clock's range, so its wrap-around is not seen */
#define MS_PER_LEVEL 8u /* up to 127 of 255 and down again */

static const uint8_t corner_leds[CORNERS] = {LED_CORNERS};
static const uint8_t orange_grb[BYTES_PER_LED] = {64, 255, 0}; /* seen apart from green by everybody */
#define ORANGE_SUM (64u + 255u)

uint8_t fault_level(uint32_t now_ms)
{
    uint16_t phase = (uint16_t)now_ms % PULSE_MS;
    uint16_t rising = phase < PULSE_MS / 2 ? phase : PULSE_MS - 1 - phase;
    return (uint8_t)(rising / MS_PER_LEVEL);
}

/* Any bytes do: at this scale they are all sent as zero. */
static void send_dark(const struct Picture *picture, uint8_t leds)
{
    strip_send(picture->grb, leds * BYTES_PER_LED, SCALE_NOTHING);
}

uint16_t fault_show(const struct Picture *picture, uint32_t now_ms, uint16_t most_ma)
{
    uint8_t level = fault_level(now_ms);
    uint8_t most = current_scale(CORNERS * ORANGE_SUM, most_ma);
    uint8_t scale = level < most ? level : most;
    uint8_t next = 0;
    strip_begin();
    for (uint8_t i = 0; i < CORNERS; i++) {
        send_dark(picture, corner_leds[i] - next);
        strip_send(orange_grb, BYTES_PER_LED, scale);
        next = corner_leds[i] + 1;
    }
    send_dark(picture, LED_COUNT - next);
    strip_end();
    return current_ma(CORNERS * ORANGE_SUM, scale);
}
