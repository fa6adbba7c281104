"""Hands: they play turns on a virtual board as people do, for tests, benchmarks and the demo.

From a turn to what sensors report of it:

- `style`: how somebody handles the pieces, as probabilities; the styles of the benchmark
- `games`: turns to play, random ones and those of files
- `steps`, `choreography`: a legal turn as deeds, one after the other (`acts`)
- `layout`: from any picture of the board to any other, for what is taken back or put right
- `plan`: what people do before, during and after a turn
- `perform`: all of it done to a board; its readings as lines of a trace

And from there to what a tracker makes of it:

- `player`: answers the board's questions, puts right what it lights
- `judge`, `verdict`: a game played for a tracker, and the count of what it has right and wrong
"""
