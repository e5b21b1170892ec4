export const messages = {
  personalise: 'Make it yours',
  optional: (label: string) => `${label} (optional)`,
  choose: 'Choose…',
  upTo: (characters: number) => `Up to ${characters} ${characters === 1 ? 'character' : 'characters'}`,
  range: (min: number, max: number, unit: string) => `${min} to ${max} ${unit}`,
  extraDays: (days: number) => `adds ${days} ${days === 1 ? 'day' : 'days'}`,
};
