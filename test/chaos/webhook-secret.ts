/** What the events of these tests are signed with. */
export const webhookSecret = ['whsec', 'chaos'].join('_');
