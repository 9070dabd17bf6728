import type { Quiz } from './quiz.ts';

export function show(quiz: Quiz, at: number): string;
