//! The `haltscope` program: parse, run one command, turn its error into an exit code.

fn main() -> std::process::ExitCode {
    haltscope::commands::main()
}
