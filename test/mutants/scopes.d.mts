interface Part {
  readonly name: string;
  readonly mutate: readonly string[];
  readonly tests: readonly string[];
  readonly without: readonly string[];
}

export declare const whole: readonly Part[];
export declare const drawnFrom: readonly Part[];
