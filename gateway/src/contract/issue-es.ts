import type { z } from 'zod';

/** Types of values in Spanish, by their names in schemas. */
const TYPES: Readonly<Record<string, string>> = {
  string: 'un texto',
  number: 'un número',
  int: 'un número entero',
  boolean: 'verdadero o falso',
  array: 'una lista',
  object: 'un objeto',
  record: 'un objeto',
  tuple: 'una lista',
  date: 'una fecha',
  null: 'nada',
};

/** The Spanish message of a schema's issue. */
export function issueEs(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `Se esperaba ${TYPES[issue.expected] ?? 'otro tipo de valor'}`;
    case 'too_small':
      return issue.origin === 'string' && Number(issue.minimum) === 1
        ? 'No puede estar vacío'
        : boundEs(issue.origin, issue.inclusive === false ? 'más de' : 'al menos', issue.minimum);
    case 'too_big':
      return boundEs(issue.origin, issue.inclusive === false ? 'menos de' : 'como máximo', issue.maximum);
    case 'invalid_format':
      return issue.format === 'email'
        ? 'No es una dirección de correo válida'
        : 'No tiene el formato esperado';
    case 'not_multiple_of':
      return `Debe ser múltiplo de ${issue.divisor}`;
    case 'unrecognized_keys':
      return `Campos desconocidos: ${issue.keys.join(', ')}`;
    case 'invalid_value':
      return `Debe ser uno de estos valores: ${issue.values.map(String).join(', ')}`;
    default:
      return 'El valor no es válido';
  }
}

function boundEs(origin: string, comparison: string, bound: number | bigint): string {
  switch (origin) {
    case 'string':
      return `Debe tener ${comparison} ${bound} ${unit(bound, 'carácter', 'caracteres')}`;
    case 'array':
    case 'set':
    case 'map':
    case 'object':
      return `Debe contener ${comparison} ${bound} ${unit(bound, 'elemento', 'elementos')}`;
    default:
      return `Debe ser ${comparison} ${bound}`;
  }
}

const unit = (count: number | bigint, one: string, many: string) => (Number(count) === 1 ? one : many);
