/** The disc (r 224 in a box of 512), cut along the check mark; outlines of both halves. */
export const seal = {
  a: 'M39.6 198.2A224 224 0 0 1 425 108.9L211.7 326.8Z',
  b: 'M32.2 247.6A224 224 0 1 0 450.8 145.4L216.3 385.2Z',
}

/** A finer cut, for the seal at the size of a wall. */
export const largeSeal = {
  a: 'M36.6 210.9A224 224 0 0 1 432.6 118.2L213 342.7Z',
  b: 'M33.1 233.3A224 224 0 1 0 444.4 134.8L215 369.3Z',
}

/** Under 20 px the cut is wider. */
export const smallSeal = {
  a: 'M41.9 190A224 224 0 0 1 419.6 103L210.9 316.2Z',
  b: 'M32 257.5A224 224 0 1 0 454.8 152.8L217.1 395.8Z',
}
