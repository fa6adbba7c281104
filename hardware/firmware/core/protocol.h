/* What firmware_bridge/PROTOCOL.md fixes, in numbers. */
#ifndef CORE_PROTOCOL_H
#define CORE_PROTOCOL_H

#define PROTOCOL_MAJOR 1
#define PROTOCOL_MINOR 0

#define SENSOR_COUNT 64
#define LED_COUNT 64

/* Sizes in bytes. A frame on the line is the body, the CRC, the COBS byte and the zero that ends it. */
#define HEAD_SIZE 3
#define BODY_LIMIT 60
#define CRC_SIZE 2
#define FRAME_LIMIT (BODY_LIMIT + CRC_SIZE + 2)

/* From the board. */
#define TYPE_HELLO 0x01
#define TYPE_REEDS 0x02
#define TYPE_LEVELS 0x03
#define TYPE_CHANGES 0x04
#define TYPE_DONE 0x05
#define TYPE_STATUS 0x06

/* From the host. */
#define TYPE_GREET 0x81
#define TYPE_SEEN 0x82
#define TYPE_ASK 0x83
#define TYPE_PIXELS 0x84
#define TYPE_SHOW 0x85
#define TYPE_SETTINGS 0x86

#define KIND_REED 1
#define KIND_HALL 2

#define HELLO_EVERY_MS 250
#define STATUS_EVERY_MS 250
#define RESEND_AFTER_MS 30

#define QUEUE_LIMIT 24
#define CHANGES_PER_FRAME 8
#define LEVELS_PER_FRAME 16
#define PIXELS_PER_FRAME 16
#define OLDEST_AGE_MS 65535u

/* Settings at the start of a session. */
#define DEFAULT_MOST_MA 1500
#define DEFAULT_DEAD_BAND 3
#define DEFAULT_FAULT_TENTHS 30

#endif
