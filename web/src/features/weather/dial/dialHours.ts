/** How many hours the dial shows: one turn of a watch. */
export const dialHours = 12;
