/* From a message to the bytes of the line, encoded while they are put into the ring: no frame is kept anywhere else.
 * The ring's reader sees nothing of a frame before its end. Frames are so short that a COBS block never fills. */
#ifndef CORE_FRAME_WRITER_H
#define CORE_FRAME_WRITER_H

#include "core/byte_ring.h"

struct FrameWriter {
    struct ByteRing *ring;
    uint8_t at;       /* where the next byte goes */
    uint8_t block_at; /* where the code byte of this block waits for its value */
    uint8_t code;     /* bytes of this block, the code byte included */
    uint16_t crc;
};

/* The ring must have FRAME_LIMIT bytes free. */
void frame_begin(struct FrameWriter *frame, struct ByteRing *ring, uint8_t type, uint16_t session);
void frame_u8(struct FrameWriter *frame, uint8_t value);
void frame_u16(struct FrameWriter *frame, uint16_t value);
void frame_u32(struct FrameWriter *frame, uint32_t value);
void frame_end(struct FrameWriter *frame);

#endif
