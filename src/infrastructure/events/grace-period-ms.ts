/** How long a handler that is told to give up has to say how its try ended. */
export const gracePeriodMs = 1000;
