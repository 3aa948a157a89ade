/** Something in the shop's orders that the user has to correct. */
export class OrdersProblem extends Error {
  override readonly name = 'OrdersProblem';
}
