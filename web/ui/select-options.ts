/** What a select offers: plain values, or values with a title of their own. */
export type SelectOption<Value extends string> = Value | { readonly value: Value; readonly title: string };

export interface TitledOption<Value extends string> {
  readonly value: Value;
  readonly title: string;
}

interface CommonProps<Value extends string> {
  /** What is chosen here; seen above the control, or only heard where `hideLabel` says so. */
  readonly label: string;
  readonly hideLabel?: boolean;
  readonly options: readonly SelectOption<Value>[];
  /** Instead of the translated "Select". */
  readonly placeholder?: string;
  readonly small?: boolean;
  readonly clearable?: boolean;
  readonly disabled?: boolean;
}
interface SingleProps<Value extends string> {
  readonly multiple?: false;
  readonly value: Value | null;
  readonly onChange: (value: Value | null) => void;
}
interface MultipleProps<Value extends string> {
  readonly multiple: true;
  readonly value: readonly Value[];
  readonly onChange: (values: readonly Value[]) => void;
}
/** How a select is used: with one value or null, or with several. */
export type SelectProps<Value extends string> = CommonProps<Value> & (SingleProps<Value> | MultipleProps<Value>);

/** A plain value is its own title. */
export function titled<Value extends string>(options: readonly SelectOption<Value>[]): readonly TitledOption<Value>[] {
  return options.map((option) => (typeof option === 'string' ? { value: option, title: option } : option));
}

/** The options that are chosen, in the order of the options. */
export function chosenOf<Value extends string>(props: SelectProps<Value>, options: readonly TitledOption<Value>[]) {
  return options.filter(({ value }) => (props.multiple ? props.value.includes(value) : value === props.value));
}

/** Tells the caller of a change. Several values come in the order of the options, whatever the order of the clicks. */
export function tellChange<Value extends string>(
  props: SelectProps<Value>,
  options: readonly TitledOption<Value>[],
  value: Value | readonly Value[] | null,
): void {
  if (props.multiple) {
    const values = Array.isArray(value) ? (value as readonly Value[]) : [];
    props.onChange(options.map((option) => option.value).filter((each) => values.includes(each)));
  } else if (value === null || typeof value === 'string') {
    props.onChange(value);
  }
}
