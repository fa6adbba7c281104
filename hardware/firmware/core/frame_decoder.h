/* From bytes of the line to bodies whose CRC is right. Keeps one frame's bytes and no more, whatever comes. */
#ifndef CORE_FRAME_DECODER_H
#define CORE_FRAME_DECODER_H

#include <stdbool.h>
#include <stdint.h>

#include "core/protocol.h"

enum Decoded {
    DECODED_NOTHING, /* the frame goes on */
    DECODED_FRAME,   /* body and body_length hold one until the next byte is given */
    DECODED_GARBAGE  /* a frame ended that was none: to be counted */
};

struct FrameDecoder {
    uint8_t body[BODY_LIMIT + CRC_SIZE];
    uint8_t body_length;
    uint8_t length;     /* bytes decoded so far, CRC included */
    uint8_t block_left; /* bytes until the next COBS code byte */
    bool zero_follows;  /* the block stands for its bytes and a zero, unless the frame ends with it */
    bool started;
    bool too_long;
};

void decoder_start(struct FrameDecoder *decoder);
enum Decoded decoder_take(struct FrameDecoder *decoder, uint8_t byte);

#endif
