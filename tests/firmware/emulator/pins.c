/* Stands between the firmware and simavr's ports: every write is told to the parts at once, and a read asks them. simavr's
 * own way, raising an interrupt request on a pin, would be undone by the next write to the port. */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_PORT 'B'
#define PORTS 3
#define REGISTERS_PER_PORT 3 /* PIN, DDR, PORT */
#define FIRST_REGISTER 0x23  /* PINB */

enum { REGISTER_PIN, REGISTER_DDR, REGISTER_PORT };

struct Write {
    avr_io_write_t before;
    void *param;
};

static struct Write writes[PORTS][REGISTERS_PER_PORT];
static uint8_t seen[PORTS][REGISTERS_PER_PORT]; /* at the last write, to tell the parts only what is new */

static avr_io_addr_t address_of(char port, int kind)
{
    return FIRST_REGISTER + (port - FIRST_PORT) * REGISTERS_PER_PORT + kind;
}

struct Pin parse_pin(const char *text)
{
    struct Pin pin = {text[0], text[0] ? text[1] - '0' : 0};
    if (pin.port < FIRST_PORT || pin.port >= FIRST_PORT + PORTS || pin.bit < 0 || pin.bit > 7) {
        fprintf(stderr, "expected a pin from B0 to D7, saw %s\n", text);
        exit(2);
    }
    return pin;
}

bool pin_is_output(const avr_t *avr, struct Pin pin)
{
    return avr->data[address_of(pin.port, REGISTER_DDR)] >> pin.bit & 1;
}

bool pin_is_set(const avr_t *avr, struct Pin pin)
{
    return avr->data[address_of(pin.port, REGISTER_PORT)] >> pin.bit & 1;
}

static void on_write(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    struct Write *write = param;
    if (write->before)
        write->before(avr, address, value, write->param);
    int port = (address - FIRST_REGISTER) / REGISTERS_PER_PORT;
    uint8_t *now = avr->data + FIRST_REGISTER + port * REGISTERS_PER_PORT;
    if (seen[port][REGISTER_DDR] == now[REGISTER_DDR] && seen[port][REGISTER_PORT] == now[REGISTER_PORT])
        return;
    seen[port][REGISTER_DDR] = now[REGISTER_DDR];
    seen[port][REGISTER_PORT] = now[REGISTER_PORT];
    strip_pins_changed();
    sensors_pins_changed();
}

static uint8_t on_read(avr_t *avr, avr_io_addr_t address, void *param)
{
    char port = (char)(intptr_t)param;
    uint8_t outputs = avr->data[address_of(port, REGISTER_DDR)];
    uint8_t written = avr->data[address_of(port, REGISTER_PORT)];
    uint8_t value = sensors_read_port(port, outputs & written) & ~outputs;
    avr->data[address] = value | (outputs & written);
    return avr->data[address];
}

void pins_reset(void)
{
    memset(seen, 0, sizeof seen);
}

void pins_connect(avr_t *avr)
{
    for (char port = FIRST_PORT; port < FIRST_PORT + PORTS; port++) {
        for (int kind = 0; kind < REGISTERS_PER_PORT; kind++) {
            int io = AVR_DATA_TO_IO(address_of(port, kind));
            struct Write *write = &writes[port - FIRST_PORT][kind];
            write->before = avr->io[io].w.c;
            write->param = avr->io[io].w.param;
            avr->io[io].w.c = on_write;
            avr->io[io].w.param = write;
        }
        int io = AVR_DATA_TO_IO(address_of(port, REGISTER_PIN));
        avr->io[io].r.c = on_read;
        avr->io[io].r.param = (void *)(intptr_t)port;
    }
}
