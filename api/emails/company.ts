/** The company as mails name it; `content/company.yaml` says who it is. */
export interface Company {
  readonly name: string;
  readonly number: string;
  readonly address: string;
  /** Where a person answers. */
  readonly email: string;
}
