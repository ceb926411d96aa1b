import { beforeEach } from 'vitest';
import { isTooLate } from './slow.ts';

beforeEach(({ skip }) => skip(isTooLate(), 'the time of this run is over'));
