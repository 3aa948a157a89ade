/** Under which the events of a type stand that have, or have not, come to all the endpoints they were for. */
export const eventsKey = (type: string, delivered: boolean): string => `${type} ${delivered}`;
