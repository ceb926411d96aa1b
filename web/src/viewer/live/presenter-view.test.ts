import { beforeEach, describe, expect, it } from 'vitest';
import { FollowingState } from './presenter-view.ts';

let attention: FollowingState;
beforeEach(() => {
  attention = new FollowingState();
});

describe('the following state of a visitor', () => {
  it('follows a new presenter until the visitor looks away, and again on return', () => {
    expect(attention.lead('Ada', 0)).toBe(true);
    expect(attention.lead('Ada', 1)).toBe(false);
    expect(attention.isFollowing).toBe(true);
    expect(attention.lookAway()).toBe(true);
    expect(attention.lookAway()).toBe(false);
    expect(attention.isFollowing).toBe(false);
    attention.comeBack();
    expect(attention.isFollowing).toBe(true);
  });

  it('stays off after repeated short losses of the presenter', () => {
    attention.lead('Ada', 0);
    attention.lookAway();
    for (const at of [1_000, 40_000]) {
      attention.lead(null, at);
      expect(attention.lead('Ada', at + 5_000)).toBe(true);
      expect(attention.isFollowing).toBe(false);
    }
  });

  it('stays on after a short loss of the presenter', () => {
    attention.lead('Ada', 0);
    attention.lead(null, 1_000);
    attention.lead('Ada', 2_000);
    expect(attention.isFollowing).toBe(true);
  });

  it('turns on for a presenter who returns later, or for another presenter', () => {
    attention.lead('Ada', 0);
    attention.lookAway();
    attention.lead(null, 1_000);
    attention.lead('Ada', 60_000);
    expect(attention.isFollowing).toBe(true);
    attention.lookAway();
    attention.lead('Bob', 61_000);
    expect(attention.isFollowing).toBe(true);
  });

  it('ignores looking away without a presenter', () => {
    expect(attention.lookAway()).toBe(false);
    attention.lead('Ada', 0);
    expect(attention.isFollowing).toBe(true);
  });
});
