#ifndef CORE_VERSION_H
#define CORE_VERSION_H

/* Major, minor, patch, as Hello says it. */
#define FIRMWARE_VERSION 1, 0, 0

#endif
