/* Stands in for simavr's ports: every write is told to the parts at once, and a read asks them. simavr's own way, raising
 * an interrupt request on a pin, would be undone by the next write to the port; and a pin that is low and could interrupt
 * is polled at every cycle, whether the firmware uses that interrupt or not. */
#include "parts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FIRST_PORT 'B'
#define PORTS 3
#define REGISTERS_PER_PORT 3 /* PIN, DDR, PORT */
#define FIRST_REGISTER 0x23  /* PINB */

enum { REGISTER_PIN, REGISTER_DDR, REGISTER_PORT };

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

static void set_register(avr_t *avr, avr_io_addr_t address, uint8_t value)
{
    if (avr->data[address] == value)
        return;
    avr->data[address] = value;
    strip_pins_changed();
    sensors_pins_changed();
}

static void on_write(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    set_register(avr, address, value);
}

/* A one written to PIN toggles the bit of PORT. */
static void on_write_pin(avr_t *avr, avr_io_addr_t address, uint8_t value, void *param)
{
    (void)param;
    avr_io_addr_t port = address + REGISTER_PORT - REGISTER_PIN;
    set_register(avr, port, avr->data[port] ^ value);
}

static uint8_t on_read_pin(avr_t *avr, avr_io_addr_t address, void *param)
{
    char port = (char)(intptr_t)param;
    uint8_t outputs = avr->data[address_of(port, REGISTER_DDR)];
    uint8_t driven = outputs & avr->data[address_of(port, REGISTER_PORT)];
    avr->data[address] = (sensors_read_port(port) & ~outputs) | driven;
    return avr->data[address];
}

void pins_connect(avr_t *avr)
{
    for (char port = FIRST_PORT; port < FIRST_PORT + PORTS; port++) {
        int pin = AVR_DATA_TO_IO(address_of(port, REGISTER_PIN));
        avr->io[pin].r.c = on_read_pin;
        avr->io[pin].r.param = (void *)(intptr_t)port;
        avr->io[pin].w.c = on_write_pin;
        avr->io[AVR_DATA_TO_IO(address_of(port, REGISTER_DDR))].w.c = on_write;
        avr->io[AVR_DATA_TO_IO(address_of(port, REGISTER_PORT))].w.c = on_write;
    }
}
