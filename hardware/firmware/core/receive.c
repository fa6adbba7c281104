/* What the host says. */
#include "core/board.h"

#define GREET_SIZE (HEAD_SIZE + 2)
#define SEEN_SIZE (HEAD_SIZE + 2)
#define SHOW_SIZE (HEAD_SIZE + 1)
#define SETTINGS_SIZE (HEAD_SIZE + 5)
#define PIXELS_HEAD_SIZE (HEAD_SIZE + 2)

struct Body {
    const uint8_t *bytes;
    uint8_t length;
};

static uint16_t u16_at(const uint8_t *bytes)
{
    return (uint16_t)(bytes[0] | (uint16_t)bytes[1] << 8);
}

static void begin_session(struct Board *board, uint16_t session)
{
    board->session = session;
    board_begin_anew(board);
    board->told.last = 0;
    board->done = 0;
    board->owes_done = false;
}

static bool take_greet(struct Board *board, struct Body body)
{
    uint16_t session = u16_at(body.bytes + 1);
    if (body.length != GREET_SIZE || session == 0)
        return false;
    board->owes_hello = true;
    if (body.bytes[HEAD_SIZE] == PROTOCOL_MAJOR && session != board->session)
        begin_session(board, session);
    return true;
}

static bool take_seen(struct Board *board, struct Body body)
{
    if (body.length != SEEN_SIZE)
        return false;
    uint8_t count = told_acknowledge(&board->told, u16_at(body.bytes + HEAD_SIZE));
    board->changes_sent -= count < board->changes_sent ? count : board->changes_sent;
    return true;
}

static bool take_ask(struct Board *board, struct Body body)
{
    if (body.length != HEAD_SIZE)
        return false;
    board->state_frames_owed = STATE_FRAMES;
    return true;
}

static bool is_pixels(struct Body body)
{
    if (body.length <= PIXELS_HEAD_SIZE)
        return false;
    uint8_t bytes = body.length - PIXELS_HEAD_SIZE;
    uint8_t count = bytes / BYTES_PER_LED;
    uint8_t first = body.bytes[HEAD_SIZE + 1];
    return bytes % BYTES_PER_LED == 0 && count <= PIXELS_PER_FRAME && first < LED_COUNT
        && count <= LED_COUNT - first;
}

static bool is_settings(struct Body body)
{
    return body.length == SETTINGS_SIZE && body.bytes[HEAD_SIZE + 3] != 0 && body.bytes[HEAD_SIZE + 4] != 0;
}

static bool is_numbered(struct Body body)
{
    switch (body.bytes[0]) {
    case TYPE_PIXELS:
        return is_pixels(body);
    case TYPE_SHOW:
        return body.length == SHOW_SIZE;
    case TYPE_SETTINGS:
        return is_settings(body);
    default:
        return false;
    }
}

static void take_pixels(struct Board *board, struct Body body)
{
    uint8_t led = body.bytes[HEAD_SIZE + 1];
    for (uint8_t at = PIXELS_HEAD_SIZE; at < body.length; at += BYTES_PER_LED)
        picture_set(&board->picture, led++, body.bytes + at);
}

static void take_settings(struct Board *board, struct Body body)
{
    board->settings.most_ma = u16_at(body.bytes + HEAD_SIZE + 1);
    board->settings.dead_band = body.bytes[HEAD_SIZE + 3];
    board->settings.fault_tenths = body.bytes[HEAD_SIZE + 4];
}

/* Taken in order only, and answered either way. */
static bool take_numbered(struct Board *board, struct Body body)
{
    if (!is_numbered(body))
        return false;
    board->owes_done = true;
    uint8_t number = body.bytes[HEAD_SIZE];
    if (number != (uint8_t)(board->done + 1))
        return true;
    board->done = number;
    if (body.bytes[0] == TYPE_PIXELS)
        take_pixels(board, body);
    else if (body.bytes[0] == TYPE_SHOW)
        board_show_picture(board);
    else
        take_settings(board, body);
    return true;
}

static bool take_in_session(struct Board *board, struct Body body)
{
    uint16_t session = u16_at(body.bytes + 1);
    if (session == 0 || session != board->session)
        return false;
    switch (body.bytes[0]) {
    case TYPE_SEEN:
        return take_seen(board, body);
    case TYPE_ASK:
        return take_ask(board, body);
    default:
        return take_numbered(board, body);
    }
}

/* Return whether it was a valid frame; others are counted. */
static bool take_body(struct Board *board, struct Body body, uint32_t now_ms)
{
    bool valid = body.bytes[0] == TYPE_GREET ? take_greet(board, body) : take_in_session(board, body);
    if (valid && u16_at(body.bytes + 1) == board->session)
        board->heard_at = now_ms;
    return valid;
}

void board_take_byte(struct Board *board, uint8_t byte, uint32_t now_ms)
{
    enum Decoded decoded = decoder_take(&board->decoder, byte);
    if (decoded == DECODED_NOTHING)
        return;
    struct Body body = {board->decoder.body, board->decoder.body_length};
    if (decoded == DECODED_GARBAGE || !take_body(board, body, now_ms))
        board->frames_dropped++;
    if (board->owes_done)
        board_send_due(board, now_ms); /* a Done for each numbered frame, while there is room */
}
