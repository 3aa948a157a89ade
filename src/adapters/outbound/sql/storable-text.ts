/** Text of which every character can be stored: no database takes U+0000. */
export const storableText = (text: string): string => text.replaceAll('\0', '\uFFFD');
