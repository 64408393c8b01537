/**
 * On TAB, each shell passes the typed words to `selfbill completion words`. All values consist of characters that no
 * shell interprets.
 */
export const completionScripts: Readonly<Record<"bash" | "zsh" | "fish" | "powershell", string>> = {
  bash: `# selfbill completion for bash. Put this line into ~/.bashrc:  source <(selfbill completion bash)
_selfbill() {
  local current=\${COMP_WORDS[COMP_CWORD]} line value
  COMPREPLY=()
  [[ $current == "=" ]] && current=""
  while IFS= read -r line; do
    case $line in
      :files) compopt -o filenames 2>/dev/null; mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$current") ;;
      :folders) compopt -o filenames 2>/dev/null; mapfile -t -O "\${#COMPREPLY[@]}" COMPREPLY < <(compgen -d -- "$current") ;;
      *) value=\${line%%$'\\t'*}; [[ $value == "$current"* ]] && COMPREPLY+=("$value") ;;
    esac
  done < <(selfbill completion words -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _selfbill selfbill
`,
  zsh: `#compdef selfbill
# selfbill completion for zsh. Put this line into ~/.zshrc, below compinit:  source <(selfbill completion zsh)
_selfbill() {
  local line
  local -a found
  local files folders
  while IFS= read -r line; do
    case $line in
      :files) files=1 ;;
      :folders) folders=1 ;;
      *) found+=("\${\${line%%$'\\t'*}//:/\\\\:}:\${line#*$'\\t'}") ;;
    esac
  done < <(selfbill completion words -- "\${(@)words[2,CURRENT]}" 2>/dev/null)
  compset -P '--*='
  (( $#found )) && _describe -t values selfbill found
  [[ -n $files ]] && _files
  [[ -n $folders ]] && _files -/
}
compdef _selfbill selfbill
`,
  fish: `# selfbill completion for fish:  selfbill completion fish > ~/.config/fish/completions/selfbill.fish
function __selfbill_complete
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  for line in (selfbill completion words -- $before[2..-1] $current 2>/dev/null)
    switch $line
      case :files
        __fish_complete_path $current
      case :folders
        __fish_complete_directories $current
      case '*'
        if string match -q -- '--*=*' $current
          echo (string split -m1 = -- $current)[1]=$line
        else
          echo $line
        end
    end
  end
end
complete -c selfbill -f -a '(__selfbill_complete)'
`,
  powershell: `# selfbill completion for PowerShell. Put this line into $PROFILE:  selfbill completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName selfbill, selfbill.cmd, selfbill.exe -ScriptBlock {
  param($word, $ast, $position)
  $words = @($ast.CommandElements | Select-Object -Skip 1 | Where-Object { $_.Extent.EndOffset -le $position } | ForEach-Object { $_.ToString() })
  if ($word -eq '') { $words += ' ' } # an empty word would be lost on the way to a program
  $before = [Console]::OutputEncoding
  [Console]::OutputEncoding = [Text.Encoding]::UTF8 # names of suppliers may be Arabic
  $lines = @(selfbill completion words '--' @words 2>$null)
  [Console]::OutputEncoding = $before
  $lines | ForEach-Object {
    $value, $does = $_ -split "\`t", 2
    if ($value -eq ':files' -or $value -eq ':folders') {
      [System.Management.Automation.CompletionCompleters]::CompleteFilename($word) |
        Where-Object { $value -eq ':files' -or $_.ResultType -eq 'ProviderContainer' }
    } elseif ($value.StartsWith($word, [StringComparison]::OrdinalIgnoreCase)) {
      $told = if ($does) { $does } else { $value }
      [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $told)
    }
  }
}
`,
};
