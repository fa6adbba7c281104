/* The whole board apart from its pins: what it knows, and what it owes the host. receive.c takes what the host says,
 * send.c says what is due, reeds.c or levels.c takes what the sensors say. Time is passed in, in milliseconds since the
 * start, and may wrap around. */
#ifndef CORE_BOARD_H
#define CORE_BOARD_H

#include "core/debouncer.h"
#include "core/frame_decoder.h"
#include "core/picture.h"
#include "core/told.h"

struct Settings {
    uint16_t most_ma;
    uint8_t dead_band;    /* ADC steps */
    uint8_t fault_tenths; /* of a second without a sign of life */
};

struct Board {
    struct FrameDecoder decoder;
    struct ByteRing *sending;
    struct Told told;
#if BOARD_SENSOR_REED
    struct Debouncer debouncer;
#endif
    struct Picture picture;
    struct Settings settings;

    uint16_t session; /* 0: nobody has greeted */
    uint16_t boots;
    uint8_t done; /* number of the last frame of the host that was taken */
    bool owes_hello;
    bool owes_done;
    uint8_t state_frames_owed;
    uint8_t changes_sent; /* how many of those that wait are on their way */

    bool shows_fault;
    uint32_t heard_at; /* the last valid frame of this session */
    uint32_t hello_at;
    uint32_t status_at;
    uint32_t changes_at; /* when the oldest that waits was sent */
    uint32_t fault_at;   /* when the fault pattern was drawn */

    uint16_t frames_dropped;
    uint16_t bytes_overrun;
    uint16_t led_ma;
    uint16_t scans; /* since counting_since */
    uint16_t scans_a_second;
    uint32_t counting_since;
};

void board_start(struct Board *board, struct ByteRing *sending, uint16_t boots, uint32_t now_ms);
void board_take_byte(struct Board *board, uint8_t byte, uint32_t now_ms);
void board_tick(struct Board *board, uint32_t now_ms);

#if BOARD_SENSOR_REED
void board_take_scan(struct Board *board, const uint8_t scan[REED_ROWS], uint32_t now_ms);
#else
void board_take_level(struct Board *board, uint8_t sensor, uint16_t level, uint32_t now_ms);
void board_count_scan(struct Board *board);
#endif

/* Whether so much time has gone by, wrap-around or not. */
static inline bool is_due(uint32_t now_ms, uint32_t since_ms, uint32_t after_ms)
{
    return (uint32_t)(now_ms - since_ms) >= after_ms;
}

/* A State goes out only when no change waits; from then until its last frame is on its way, none is numbered. */
static inline bool board_sends_state(const struct Board *board)
{
    return board->state_frames_owed != 0 && board->told.queue.count == 0;
}

/* Take all that waits as told, and say what came of it. */
void board_begin_anew(struct Board *board);
void board_send_due(struct Board *board, uint32_t now_ms);
void board_show_picture(struct Board *board);

#endif
