/* What is due to the host, the most urgent first. */
#include "core/board.h"
#include "core/version.h"

static void begin(const struct Board *board, struct FrameWriter *frame, uint8_t type)
{
    frame_begin(frame, board->sending, type, board->session);
}

static void send_hello(struct Board *board, uint32_t now_ms)
{
    static const uint8_t version[3] = {FIRMWARE_VERSION};
    static const char name[] = BOARD_NAME;
    struct FrameWriter frame;
    board->owes_hello = false;
    board->hello_at = now_ms;
    begin(board, &frame, TYPE_HELLO);
    frame_u8(&frame, PROTOCOL_MAJOR);
    frame_u8(&frame, PROTOCOL_MINOR);
    frame_u8(&frame, readings_kind);
    frame_u8(&frame, SENSOR_COUNT);
    frame_u8(&frame, LED_COUNT);
    for (uint8_t i = 0; i < sizeof version; i++)
        frame_u8(&frame, version[i]);
    frame_u32(&frame, BOARD_BUILD);
    frame_u16(&frame, board->boots);
    for (uint8_t i = 0; i < sizeof name - 1; i++)
        frame_u8(&frame, (uint8_t)name[i]);
    frame_end(&frame);
}

static void send_done(struct Board *board)
{
    struct FrameWriter frame;
    board->owes_done = false;
    begin(board, &frame, TYPE_DONE);
    frame_u8(&frame, board->done);
    frame_end(&frame);
}

static void send_state_frame(struct Board *board)
{
    struct FrameWriter frame;
    uint8_t part = STATE_FRAMES - board->state_frames_owed--;
    begin(board, &frame, readings_state_type);
    readings_write_state(&frame, &board->told.acknowledged, board->told.last, part);
    frame_end(&frame);
}

static uint16_t age_ms(const struct Change *change, uint32_t now_ms)
{
    uint32_t age = now_ms - change->made_at;
    return age < OLDEST_AGE_MS ? (uint16_t)age : OLDEST_AGE_MS;
}

static void send_changes(struct Board *board, uint32_t now_ms)
{
    struct FrameWriter frame;
    struct Told *told = &board->told;
    uint8_t first = board->changes_sent;
    uint8_t end = told->queue.count - first > CHANGES_PER_FRAME ? first + CHANGES_PER_FRAME : told->queue.count;
    if (first == 0)
        board->changes_at = now_ms;
    begin(board, &frame, TYPE_CHANGES);
    frame_u16(&frame, (uint16_t)(told_acknowledged_number(told) + first + 1));
    for (uint8_t i = first; i < end; i++) {
        frame_u8(&frame, told->queue.changes[i].sensor);
        frame_u16(&frame, told->queue.changes[i].reading);
        frame_u16(&frame, age_ms(&told->queue.changes[i], now_ms));
    }
    frame_u16(&frame, told_digest(told, board->session, end));
    frame_end(&frame);
    board->changes_sent = end;
}

static void send_status(struct Board *board, uint32_t now_ms)
{
    struct FrameWriter frame;
    board->status_at = now_ms;
    begin(board, &frame, TYPE_STATUS);
    frame_u16(&frame, board->told.last);
    frame_u16(&frame, told_digest(&board->told, board->session, board->told.queue.count));
    frame_u32(&frame, now_ms);
    frame_u16(&frame, board->scans_a_second);
    frame_u16(&frame, board->frames_dropped);
    frame_u16(&frame, board->bytes_overrun);
    frame_u16(&frame, board->told.lost);
    frame_u16(&frame, board->led_ma);
    frame_end(&frame);
}

static bool hello_is_due(const struct Board *board, uint32_t now_ms)
{
    return board->owes_hello || (board->session == 0 && is_due(now_ms, board->hello_at, HELLO_EVERY_MS));
}

/* What was not seen in time is sent again, oldest first. */
static void give_up_waiting(struct Board *board, uint32_t now_ms)
{
    if (is_due(now_ms, board->changes_at, RESEND_AFTER_MS))
        board->changes_sent = 0;
}

static bool send_one(struct Board *board, uint32_t now_ms)
{
    if (hello_is_due(board, now_ms))
        send_hello(board, now_ms);
    else if (board->session == 0)
        return false;
    else if (board->owes_done)
        send_done(board);
    else if (board_sends_state(board))
        send_state_frame(board);
    else if (board->changes_sent < board->told.queue.count)
        send_changes(board, now_ms);
    else if (is_due(now_ms, board->status_at, STATUS_EVERY_MS))
        send_status(board, now_ms);
    else
        return false;
    return true;
}

void board_send_due(struct Board *board, uint32_t now_ms)
{
    give_up_waiting(board, now_ms);
    while (ring_free(board->sending) >= FRAME_LIMIT && send_one(board, now_ms)) {
    }
}
