/** `500 000` */
export const spaced = (size: number): string => size.toLocaleString('en').replaceAll(',', ' ');
