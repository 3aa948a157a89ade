/** Why a run could not be made or judged, which is not the shop's fault in the sense of a finding. The message says what to do. */
export class TortureProblem extends Error {
  override readonly name = 'TortureProblem';
}
