import { describe, expect, it } from 'vitest';
import { nameOfCopy } from './copy-name.ts';

describe('the name of a copy', () => {
  it('is in the language of the user', () => {
    expect(nameOfCopy('en', 'Kitchen')).toBe('Copy of Kitchen');
    expect(nameOfCopy('es', 'Cocina')).toBe('Copia de Cocina');
  });

  it('does not repeat the prefix when a copy is copied', () => {
    expect(nameOfCopy('en', 'Copy of Kitchen')).toBe('Copy of Kitchen');
    expect(nameOfCopy('en', 'Copy of Kitchen (12)')).toBe('Copy of Kitchen');
    expect(nameOfCopy('en', 'Kitchen (2)')).toBe('Copy of Kitchen (2)');
  });
});
