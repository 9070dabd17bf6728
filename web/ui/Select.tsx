import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { type RefObject, useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from './Icon.tsx';
import styles from './Select.module.css';
import { useScripted } from './use-scripted.ts';

/** The select of the specification (section 2): single, or multiple with removable chips. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  // Base UI's hidden input carries an inline style, which prerendered pages may not: it comes with the script.
  return useScripted() ? <ScriptedSelect {...props} /> : <PlainSelect {...props} />;
}

function ScriptedSelect<Value extends string>(props: SelectProps<Value>) {
  const { label, hideLabel = false, small = false, clearable = false, disabled = false } = props;
  const { t } = useTranslation('site');
  const box = useRef<HTMLDivElement>(null);
  const trigger = useRef<HTMLButtonElement>(null);
  const options = titled(props.options);
  const chosen = chosenOf(props, options);

  const remove = (value: Value) => {
    if (props.multiple) props.onChange(props.value.filter((each) => each !== value));
    trigger.current?.focus();
  };
  const clear = () => {
    if (props.multiple) props.onChange([]);
    else props.onChange(null);
    trigger.current?.focus();
  };

  return (
    <Base.Root<Value, boolean>
      items={options.map(({ value, title }) => ({ value, label: title }))}
      multiple={props.multiple ?? false}
      value={props.multiple ? [...props.value] : props.value}
      onValueChange={(value) => reportChange(props, options, value)}
      modal={false}
      disabled={disabled}
    >
      <Base.Label className={hideLabel ? 'unseen' : styles.label}>{label}</Base.Label>
      <div ref={box} className={boxClass(small, disabled)}>
        <div className={styles.chosen}>
          {props.multiple && (
            <SelectChips
              chosen={chosen}
              disabled={disabled}
              labelOf={(title) => t('select.remove', { title })}
              onRemove={remove}
            />
          )}
          <Base.Trigger ref={trigger} className={styles.trigger}>
            <Base.Value className={styles.value}>
              {() => (
                <TriggerWords {...props} chosen={chosen} placeholder={props.placeholder ?? t('select.placeholder')} />
              )}
            </Base.Value>
            <Base.Icon className={styles.icon}>
              <Icon name="down" size={20} />
            </Base.Icon>
          </Base.Trigger>
        </div>
        {clearable && chosen.length > 0 && !disabled && (
          <button
            type="button"
            className={styles.clear}
            aria-label={t('select.clear_label', { label })}
            onClick={clear}
          >
            <Icon name="close" size={18} />
          </button>
        )}
      </div>
      {/* The Content-Security-Policy forbids the style element that the popup would bring for its scrollbar. */}
      <CSPProvider disableStyleElements>
        <SelectPopup options={options} anchor={box} />
      </CSPProvider>
    </Base.Root>
  );
}

interface WordsProps {
  readonly multiple?: boolean;
  readonly chosen: readonly TitledOption<string>[];
  readonly placeholder: string;
}

/** Chips show what is chosen; else the one title does, or the placeholder. */
function TriggerWords({ multiple = false, chosen, placeholder }: WordsProps) {
  if (chosen.length === 0) return <span className={styles.placeholder}>{placeholder}</span>;
  if (!multiple) return chosen[0]!.title;
  return <span className="unseen">{chosen.map(({ title }) => title).join(', ')}</span>;
}

/** The same to look at, before the script runs. */
function PlainSelect<Value extends string>(props: SelectProps<Value>) {
  const { t } = useTranslation('site');
  const id = useId();
  const chosen = chosenOf(props, titled(props.options));
  return (
    <>
      <div id={id} className={props.hideLabel ? 'unseen' : styles.label}>
        {props.label}
      </div>
      <div className={boxClass(props.small ?? false, props.disabled ?? false)}>
        <button type="button" className={styles.trigger} aria-labelledby={id} disabled={props.disabled}>
          <span className={styles.value}>
            {chosen.map(({ title }) => title).join(', ') || (
              <span className={styles.placeholder}>{props.placeholder ?? t('select.placeholder')}</span>
            )}
          </span>
          <span className={styles.icon}>
            <Icon name="down" size={20} />
          </span>
        </button>
      </div>
    </>
  );
}

function boxClass(small: boolean, disabled: boolean): string {
  return [styles.box, small && styles.small, disabled && styles.disabled].filter(Boolean).join(' ');
}

interface ChipsProps<Value extends string> {
  readonly chosen: readonly TitledOption<Value>[];
  readonly disabled: boolean;
  /** What a chip does, in words: "Remove Sleep". */
  readonly labelOf: (title: string) => string;
  readonly onRemove: (value: Value) => void;
}

/** The chosen values of a multiple select; a press on one takes it out. */
export function SelectChips<Value extends string>({ chosen, disabled, labelOf, onRemove }: ChipsProps<Value>) {
  if (chosen.length === 0) return null;
  return (
    <ul className={styles.chips}>
      {chosen.map(({ value, title }) => (
        <li key={value}>
          <button
            type="button"
            className={styles.chip}
            disabled={disabled}
            aria-label={labelOf(title)}
            onClick={() => onRemove(value)}
          >
            {title}
            <Icon name="close" size={16} />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface PopupProps {
  readonly options: readonly TitledOption<string>[];
  readonly anchor: RefObject<HTMLDivElement | null>;
}

/** The list that opens under the control, as wide as its box or wider. */
function SelectPopup({ options, anchor }: PopupProps) {
  return (
    <Base.Portal>
      <Base.Positioner
        className={styles.positioner}
        anchor={anchor}
        alignItemWithTrigger={false}
        align="start"
        sideOffset={6}
        collisionPadding={12}
      >
        <Base.Popup className={styles.popup}>
          <Base.List className={styles.list}>
            {options.map(({ value, title }) => (
              <Base.Item key={value} value={value} className={styles.option}>
                <Base.ItemText>{title}</Base.ItemText>
                <Base.ItemIndicator className={styles.tick}>
                  <Icon name="check" size={20} />
                </Base.ItemIndicator>
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** What a select offers: plain values, or values with a title of their own. */
type SelectOption<Value extends string> = Value | { readonly value: Value; readonly title: string };

interface TitledOption<Value extends string> {
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
type SelectProps<Value extends string> = CommonProps<Value> & (SingleProps<Value> | MultipleProps<Value>);

/** A plain value is its own title. */
function titled<Value extends string>(options: readonly SelectOption<Value>[]): readonly TitledOption<Value>[] {
  return options.map((option) => (typeof option === 'string' ? { value: option, title: option } : option));
}

/** The options that are chosen, in the order of the options. */
function chosenOf<Value extends string>(props: SelectProps<Value>, options: readonly TitledOption<Value>[]) {
  return options.filter(({ value }) => (props.multiple ? props.value.includes(value) : value === props.value));
}

/** Tells the caller of a change. Several values come in the order of the options, whatever the order of the clicks. */
function reportChange<Value extends string>(
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
