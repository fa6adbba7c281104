#include "core/frame_writer.h"

#include "core/crc16.h"

static void put_raw(struct FrameWriter *frame, uint8_t byte)
{
    frame->ring->bytes[frame->at] = byte;
    frame->at = (uint8_t)(frame->at + 1) & frame->ring->mask;
}

static void begin_block(struct FrameWriter *frame)
{
    frame->block_at = frame->at;
    frame->code = 1;
    put_raw(frame, 0); /* overwritten when the block's length is known */
}

static void put_encoded(struct FrameWriter *frame, uint8_t byte)
{
    if (byte != 0) {
        put_raw(frame, byte);
        frame->code++;
    } else {
        frame->ring->bytes[frame->block_at] = frame->code;
        begin_block(frame);
    }
}

void frame_begin(struct FrameWriter *frame, struct ByteRing *ring, uint8_t type, uint16_t session)
{
    frame->ring = ring;
    frame->at = ring->head;
    frame->crc = CRC16_START;
    begin_block(frame);
    frame_u8(frame, type);
    frame_u16(frame, session);
}

void frame_u8(struct FrameWriter *frame, uint8_t value)
{
    frame->crc = crc16_add(frame->crc, value);
    put_encoded(frame, value);
}

void frame_u16(struct FrameWriter *frame, uint16_t value)
{
    frame_u8(frame, (uint8_t)value);
    frame_u8(frame, (uint8_t)(value >> 8));
}

void frame_u32(struct FrameWriter *frame, uint32_t value)
{
    frame_u16(frame, (uint16_t)value);
    frame_u16(frame, (uint16_t)(value >> 16));
}

void frame_end(struct FrameWriter *frame)
{
    uint16_t crc = frame->crc;
    put_encoded(frame, (uint8_t)crc);
    put_encoded(frame, (uint8_t)(crc >> 8));
    frame->ring->bytes[frame->block_at] = frame->code;
    put_raw(frame, 0);
    ring_publish(frame->ring, frame->at);
}
