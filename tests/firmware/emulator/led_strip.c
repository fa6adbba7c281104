/* Tells bits by the times of the line's edges, as a WS2812B does, and says when they are not what its data sheet wants. */
#include "parts.h"

#include <stdio.h>
#include <string.h>

/* WS2812B data sheet: 0 is high for 220..380 ns, 1 for 580..1000 ns (older: 350 +- 150 and 700 +- 150). */
#define ZERO_LEAST 4 /* 250 ns */
#define ZERO_MOST 8  /* 500 ns */
#define ONE_LEAST 10 /* 625 ns */
#define ONE_MOST 16  /* 1 us */
#define LOW_LEAST 7  /* 440 ns */
/* Chips are known to bear a pause of some microseconds between two bits. */
#define PAUSE_MOST (5 * CYCLES_PER_US)
#define LATCH_CYCLES (280 * CYCLES_PER_US)
#define FRAME_BYTES (3 * LEDS)

static avr_t *avr;
static struct Pin data;
static bool is_high;
static avr_cycle_count_t rose_at, fell_at;
static uint8_t frame[FRAME_BYTES];
static unsigned bits;
static uint64_t frames, bad_times;
static avr_cycle_count_t longest_low; /* between two bits of this frame */

static void complain(const char *what, avr_cycle_count_t cycles)
{
    bad_times++;
    printf("bad led %s of %llu cycles at bit %u\n", what, (unsigned long long)cycles, bits);
}

static avr_cycle_count_t end_frame(avr_t *board, avr_cycle_count_t when, void *param)
{
    (void)param;
    if (is_high || when - fell_at < LATCH_CYCLES)
        return (is_high ? board->cycle : fell_at) + LATCH_CYCLES;
    if (bits != 8 * FRAME_BYTES)
        complain("frame", when - fell_at);
    printf("leds %llu %llu ", (unsigned long long)fell_at, (unsigned long long)longest_low);
    for (unsigned i = 0; i < bits / 8 && i < FRAME_BYTES; i++)
        printf("%02x", frame[i]);
    printf("\n");
    frames++;
    bits = 0;
    return 0;
}

static void rise(void)
{
    avr_cycle_count_t low = avr->cycle - fell_at;
    rose_at = avr->cycle;
    if (bits == 0) {
        memset(frame, 0, sizeof frame);
        longest_low = 0;
        avr_cycle_timer_register(avr, LATCH_CYCLES, end_frame, NULL);
        return;
    }
    if (low > longest_low)
        longest_low = low;
    if (low < LOW_LEAST || low > PAUSE_MOST)
        complain("low", low);
}

static void fall(void)
{
    avr_cycle_count_t high = avr->cycle - rose_at;
    fell_at = avr->cycle;
    bool one = high >= ONE_LEAST;
    if (one ? high > ONE_MOST : high < ZERO_LEAST || high > ZERO_MOST)
        complain("high", high);
    if (one && bits < 8 * FRAME_BYTES)
        frame[bits / 8] |= 0x80 >> bits % 8;
    bits++;
}

void strip_pins_changed(void)
{
    bool high = pin_is_output(avr, data) && pin_is_set(avr, data);
    if (high == is_high)
        return;
    is_high = high;
    if (high)
        rise();
    else
        fall();
}

void strip_reset(void)
{
    is_high = false;
    bits = 0;
}

void strip_print_statistics(void)
{
    printf(" led_frames=%llu led_bad_times=%llu", (unsigned long long)frames, (unsigned long long)bad_times);
}

void strip_connect(avr_t *board, struct Pin pin)
{
    avr = board;
    data = pin;
}
