import { email, line } from '@diorama/shared/contract/fields.ts';
import { ruleText } from '@diorama/shared/contract/rule-text.ts';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { toViolations, translateViolation } from './violation.ts';

function messagesOf(schema: z.ZodType, value: unknown): { en: string[]; es: string[] } {
  const violations = toViolations(schema.safeParse(value).error ?? new z.ZodError([]));
  const inLanguage = (language: 'en' | 'es') =>
    violations.map((violation) => translateViolation(violation, language).message);
  return { en: inLanguage('en'), es: inLanguage('es') };
}

describe('a validation error', () => {
  it.each<[z.ZodType, unknown, string]>([
    [z.string(), 1, 'Se esperaba un texto'],
    [z.int(), undefined, 'Se esperaba un número'],
    [z.map(z.string(), z.string()), 1, 'Se esperaba otro tipo de valor'],
    [z.string().min(8), 'a', 'Debe tener al menos 8 caracteres'],
    [line(5), ' ', 'No puede estar vacío'],
    [line(5), 'abcdef', 'Debe tener como máximo 5 caracteres'],
    [z.array(z.string()).max(1), ['a', 'b'], 'Debe contener como máximo 1 elemento'],
    [z.number().max(3), 5, 'Debe ser como máximo 3'],
    [z.number().gt(3), 3, 'Debe ser más de 3'],
    [z.number().multipleOf(5), 3, 'Debe ser múltiplo de 5'],
    [email, 'nobody', 'No es una dirección de correo válida'],
    [z.iso.datetime(), 'today', 'No tiene el formato esperado'],
    [z.enum(['en', 'es']), 'fr', 'Debe ser uno de estos valores: en, es'],
    [z.strictObject({}), { b: 1 }, 'Campos desconocidos: b'],
    [z.union([z.string(), z.int()]), null, 'El valor no es válido'],
    [
      z.string().refine(() => false, { error: ruleText('rule.at-most'), params: { count: 5 } }),
      '',
      'Como máximo 5',
    ],
    [z.string().refine(() => false, 'in English'), '', 'El valor no es válido'],
  ])('has a Spanish message on request and an English one otherwise: %#', (schema, value, expected) => {
    const { en, es } = messagesOf(schema, value);
    expect(es).toEqual([expected]);
    expect(en).toHaveLength(1);
    expect(en).not.toEqual(es);
  });

  it('has the message of its code or rule text', () => {
    const taken = { propertyPath: 'name', code: 'project.exists' } as const;
    expect(translateViolation(taken, 'en')).toEqual({ ...taken, message: 'Project already exists' });
    expect(translateViolation(taken, 'es')).toEqual({ ...taken, message: 'El proyecto ya existe' });
    const role = { propertyPath: 'role', code: 'invalid.role', text: 'rule.role.accounts' } as const;
    expect(translateViolation(role, 'es').message).toBe('Ese rol no existe en un espacio de trabajo');
  });

  it('has only the fields of the contract', () => {
    const [violation] = toViolations(email.safeParse('x').error ?? new z.ZodError([]));
    const answered = violation && translateViolation(violation, 'es');
    expect(Object.keys(answered ?? {})).toEqual(['propertyPath', 'code', 'message']);
    expect(answered?.code).toBe('invalid.invalid_format');
  });
});
