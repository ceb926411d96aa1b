import { beforeEach, describe, expect, it } from 'vitest';
import { FollowingState } from './presenter-view.ts';

let attention: FollowingState;
beforeEach(() => {
  attention = new FollowingState();
});

describe('A visitor', () => {
  it('follows whoever begins to lead, until they look away, and again when they come back', () => {
    expect(attention.lead('Ada', 0)).toBe(true);
    expect(attention.lead('Ada', 1)).toBe(false);
    expect(attention.isFollowing).toBe(true);
    expect(attention.lookAway()).toBe(true);
    expect(attention.lookAway()).toBe(false);
    expect(attention.isFollowing).toBe(false);
    attention.comeBack();
    expect(attention.isFollowing).toBe(true);
  });

  it('goes on looking away when the leader was only lost for a moment, also twice', () => {
    attention.lead('Ada', 0);
    attention.lookAway();
    for (const at of [1_000, 40_000]) {
      attention.lead(null, at);
      expect(attention.lead('Ada', at + 5_000)).toBe(true);
      expect(attention.isFollowing).toBe(false);
    }
  });

  it('who had followed follows on after such a loss', () => {
    attention.lead('Ada', 0);
    attention.lead(null, 1_000);
    attention.lead('Ada', 2_000);
    expect(attention.isFollowing).toBe(true);
  });

  it('follows who begins anew after a while, and somebody else at once', () => {
    attention.lead('Ada', 0);
    attention.lookAway();
    attention.lead(null, 1_000);
    attention.lead('Ada', 60_000);
    expect(attention.isFollowing).toBe(true);
    attention.lookAway();
    attention.lead('Bob', 61_000);
    expect(attention.isFollowing).toBe(true);
  });

  it('looks away from nobody when nobody leads', () => {
    expect(attention.lookAway()).toBe(false);
    attention.lead('Ada', 0);
    expect(attention.isFollowing).toBe(true);
  });
});
