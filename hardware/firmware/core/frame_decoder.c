#include "core/frame_decoder.h"

#include "core/crc16.h"

#define LONGEST_BLOCK_CODE 0xFF /* 254 bytes and no zero after them */

void decoder_start(struct FrameDecoder *decoder)
{
    decoder->length = 0;
    decoder->block_left = 0;
    decoder->zero_follows = false;
    decoder->started = false;
    decoder->too_long = false;
}

static void append(struct FrameDecoder *decoder, uint8_t byte)
{
    if (decoder->length < sizeof decoder->body)
        decoder->body[decoder->length++] = byte;
    else
        decoder->too_long = true;
}

static void begin_block(struct FrameDecoder *decoder, uint8_t code)
{
    if (decoder->zero_follows)
        append(decoder, 0);
    decoder->block_left = code - 1;
    decoder->zero_follows = code != LONGEST_BLOCK_CODE;
}

static bool is_frame(const struct FrameDecoder *decoder)
{
    if (decoder->too_long || decoder->block_left != 0 || decoder->length < HEAD_SIZE + CRC_SIZE)
        return false;
    uint8_t body_length = decoder->length - CRC_SIZE;
    uint16_t crc = CRC16_START;
    for (uint8_t i = 0; i < body_length; i++)
        crc = crc16_add(crc, decoder->body[i]);
    return decoder->body[body_length] == (uint8_t)crc
        && decoder->body[body_length + 1] == (uint8_t)(crc >> 8);
}

static enum Decoded end_frame(struct FrameDecoder *decoder)
{
    enum Decoded result = DECODED_NOTHING; /* two zeros in a row are nothing at all */
    if (decoder->started)
        result = is_frame(decoder) ? DECODED_FRAME : DECODED_GARBAGE;
    if (result == DECODED_FRAME)
        decoder->body_length = decoder->length - CRC_SIZE;
    decoder_start(decoder);
    return result;
}

enum Decoded decoder_take(struct FrameDecoder *decoder, uint8_t byte)
{
    if (byte == 0)
        return end_frame(decoder);
    decoder->started = true;
    if (decoder->block_left == 0) {
        begin_block(decoder, byte);
    } else {
        decoder->block_left--;
        append(decoder, byte);
    }
    return DECODED_NOTHING;
}
