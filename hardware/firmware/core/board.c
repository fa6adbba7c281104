#include "core/board.h"

#include "core/fault_pattern.h"
#include "core/strip.h"

#define MS_PER_TENTH 100u
#define MS_PER_SECOND 1000u

void board_start(struct Board *board, struct ByteRing *sending, uint16_t boots, uint32_t now_ms)
{
    decoder_start(&board->decoder);
    board->sending = sending;
    board->boots = boots;
    board->settings = (struct Settings){DEFAULT_MOST_MA, DEFAULT_DEAD_BAND, DEFAULT_FAULT_TENTHS};
    board->owes_hello = true;
    board->shows_fault = true;
    board->fault_at = now_ms - FAULT_STEP_MS;
    board->counting_since = now_ms;
}

void board_begin_anew(struct Board *board)
{
    told_acknowledge_all(&board->told);
    board->changes_sent = 0;
    board->state_frames_owed = STATE_FRAMES;
}

void board_show_picture(struct Board *board)
{
    uint16_t sum = picture_sum(&board->picture);
    uint8_t scale = current_scale(sum, board->settings.most_ma);
    board->shows_fault = false;
    board->led_ma = current_ma(sum, scale);
    strip_begin();
    strip_send(board->picture.grb, PICTURE_SIZE, scale);
    strip_end();
}

static void watch_over_host(struct Board *board, uint32_t now_ms)
{
    if (is_due(now_ms, board->heard_at, board->settings.fault_tenths * (uint32_t)MS_PER_TENTH))
        board->shows_fault = true;
    if (!board->shows_fault || !is_due(now_ms, board->fault_at, FAULT_STEP_MS))
        return;
    board->fault_at = now_ms;
    board->led_ma = fault_show(&board->picture, now_ms, board->settings.most_ma);
}

static void count_scans(struct Board *board, uint32_t now_ms)
{
    uint32_t counted_ms = now_ms - board->counting_since;
    if (counted_ms < MS_PER_SECOND)
        return;
    board->scans_a_second = (uint16_t)((uint32_t)board->scans * MS_PER_SECOND / counted_ms);
    board->scans = 0;
    board->counting_since = now_ms;
}

void board_tick(struct Board *board, uint32_t now_ms)
{
    watch_over_host(board, now_ms);
    count_scans(board, now_ms);
    board_send_due(board, now_ms);
}
